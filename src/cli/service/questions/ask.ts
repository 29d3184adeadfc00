import type { Version } from '../../../lake/lake.ts'
import type { Asking, openAskEngine } from './askEngine.ts'

/**
 * Answers questions from the versions it is given. The engine is loaded when it is first needed: by the warm-up, or by
 * the first question where there is none.
 */
export function openAsking(...options: Parameters<typeof openAskEngine>): Asking {
  const [config, , , onState] = options
  let version: Version | null = null
  let opened: Promise<Asking> | null = null
  const open = () => {
    opened ??= import('./askEngine.ts').then(({ openAskEngine }) => {
      const engine = openAskEngine(...options)
      if (version) engine.use(version)
      return engine
    })
    return opened
  }
  return {
    use(next) {
      version = next
      if (opened) void opened.then((engine) => engine.use(version!))
      else if (config.ASK_WARM_UP === 'off') onState?.('ok')
      else {
        onState?.('warming_up')
        void open()
      }
    },
    answer: async (question) => (await open()).answer(question),
    runSql: async (request) => (await open()).runSql(request),
    close: async () => (await opened)?.close(),
  }
}
