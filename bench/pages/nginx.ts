import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/ports.ts'
import { type Running, untilReady } from './process.ts'

/** nginx as it is best at what it does: files it may keep open, compressed beforehand, one worker, no log. */
const configuration = (folder: string, port: number): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  default_type application/json;
  gzip_static on;
  gzip_vary on;
  open_file_cache max=10000;
  open_file_cache_valid 10m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}/bodies; }
}
`

export async function startNginx(nginx: string, folder: string): Promise<Running> {
  const port = await freePort()
  mkdirSync(join(folder, 'bodies'), { recursive: true })
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = spawn(nginx, ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, async () => (await fetch(url)).status > 0)
  return { name: 'nginx', url, pids: [child.pid!], child }
}
