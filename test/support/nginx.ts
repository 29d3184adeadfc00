import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onFreePort } from './ports.ts'
import { findPrograms } from './programs.ts'
import { createSupervisor } from './supervisor.ts'

const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A reverse proxy as nginx is by default: no buffer, header or time limit is set. */
const configuration = (folder: string, port: number, target: string): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr notice;
events {}
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }
}
`

export type Nginx = { readonly url: string; readonly stop: () => Promise<void> }

/** An nginx of its own in front of a service, on a free loopback port. */
export async function startNginx(target: string): Promise<Nginx | { readonly skip: string }> {
  const { paths, skip } = await findPrograms(['nginx'])
  if (skip !== null) return { skip }
  const supervisor = createSupervisor({ name: 'nginx', killSignal: 'QUIT', user: null })
  try {
    const url = await onFreePort(async (port) => {
      const file = join(supervisor.folder, 'nginx.conf')
      writeFileSync(file, configuration(supervisor.folder, port, target))
      await supervisor.run(paths.nginx, ['-p', supervisor.folder, '-e', 'stderr', '-c', file], /start worker|using the/)
      return `http://127.0.0.1:${port}`
    })
    return { url, stop: supervisor.end }
  } catch (error) {
    await supervisor.end()
    throw error
  }
}
