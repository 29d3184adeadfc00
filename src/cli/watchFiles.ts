import { statSync } from 'node:fs'
import type { OpenFile, OpenPages } from '../pages/open.ts'

/** Notices when a served file changes on disk: its blocks are then checked again before any of them is sent. */
export function watchFiles(onDamage: () => void) {
  let files: { file: OpenFile; path: string; size: number; stamp: string }[] = []
  const stampOf = (path: string) => {
    const { size, mtimeMs, ino } = statSync(path)
    return { size, stamp: `${ino} ${mtimeMs} ${size}` }
  }
  return {
    follow(pages: OpenPages) {
      files = Object.values(pages.datasets)
        .flat()
        .flatMap(({ byId, byDate }) => (byId ? [byId, byDate] : [byDate]))
        .flatMap((file) => [file.path, file.sidePath].map((path) => ({ file, path, ...stampOf(path) })))
    },
    look() {
      for (const known of files)
        try {
          const { stamp, size } = stampOf(known.path)
          if (stamp === known.stamp) continue
          known.stamp = stamp
          known.file.checked.fill(0)
          if (size !== known.size || known.path === known.file.sidePath) onDamage()
        } catch {
          onDamage()
        }
    },
  }
}
