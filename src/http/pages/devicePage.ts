import { readUserCode, shownCode } from '../../access/userCode.ts'
import { actorOf } from '../../access/visitor.ts'
import { problem } from '../../errors.ts'
import { line, optional } from '../../fields.ts'
import { note } from '../../store/auditTrail.ts'
import { decideDeviceLogin, findDeviceLogin } from '../../store/deviceLogins.ts'
import { printDocument } from '../../web/layout.ts'
import { type DeviceData, deviceView } from '../../web/views/device.ts'
import { countWrongCredential, wrongCredentialRefusal } from '../admission/limits.ts'
import { string } from '../openapi/schema.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { type Route, route } from '../route.ts'
import type { Services } from '../services.ts'
import { decisionHeaders, isLoggedIn, logInFirst, readDecision } from './authorizePage.ts'
import { pageLanguage } from './language.ts'
import { openPage } from './page.ts'

const about = { en: 'A page for people.', zh: '供人閱讀的網頁。' }
const responses = { 200: { type: 'text/html', schema: string() } } as const

/** The log-in of a code; counts a code that nobody waits for. */
async function loginOf(services: Services, request: ApiRequest, userCode: string) {
  const refusal = wrongCredentialRefusal(services, request)
  if (refusal) throw refusal
  const login = await findDeviceLogin(services.database, userCode, services.now().toISOString())
  if (!login) countWrongCredential(services, request)
  return login
}

/** The page where a user lets a program on another machine have a key. */
const devicePage = route('GET /device', 'device', {
  ...{ tag: 'service', about, auth: 'open', cost: 'request', types: ['text/html'], responses },
  query: {
    lang: pageLanguage,
    code: optional(line('Code that the program shows', '程式顯示的代碼', { min: 0, max: 40 })),
  },
  async handle(asked, services) {
    const { request, caller, query } = asked
    if (!isLoggedIn(caller)) return logInFirst(request.path, request.query)
    const { language, context, respond } = openPage(services, asked as never)
    const code = readUserCode(query.code ?? '')
    const login = code === '' ? null : await loginOf(services, request, code)
    const account = await services.accounts.accountOf(caller.userId)
    const data: DeviceData = login
      ? { ...login, state: 'asked', code: shownCode(code), email: account?.email ?? '' }
      : { state: code === '' ? 'blank' : 'unknown' }
    const text = printDocument(context, deviceView(context, data))
    return { ...respond({ status: data.state === 'unknown' ? 404 : 200, text }), headers: decisionHeaders(language) }
  },
})

const deviceForm = route('POST /device', 'decideDevice', {
  ...{ tag: 'service', about, auth: 'session', body: 'raw', types: ['text/html'], responses },
  async handle(asked, services) {
    const { form, isAllowed } = readDecision(asked, services)
    const { request, caller, visitor } = asked
    const { language, context, respond } = openPage(services, { ...asked, query: {} } as never)
    const userCode = readUserCode(form.get('code') ?? '')
    const now = services.now()
    const login = await loginOf(services, request, userCode)
    const decision = { userCode, userId: caller.userId, isAllowed, now: now.toISOString() }
    if (!login || !(await decideDeviceLogin(services.database, decision))) throw problem('expired_device_code', [])
    // The key is recorded when the program fetches it.
    if (!isAllowed) {
      const refusal = {
        action: 'key.create',
        userId: caller.userId,
        outcome: 'refused',
        detail: 'device log-in',
      } as const
      await note(services.database.db, actorOf(visitor, 'user', now), refusal)
    }
    const text = printDocument(context, deviceView(context, { state: isAllowed ? 'allowed' : 'refused' }))
    return { ...respond({ status: 200, text }), headers: decisionHeaders(language) }
  },
})

export const devicePages: readonly Route[] = [devicePage, deviceForm]
