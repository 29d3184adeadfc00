import { object, string } from '../openapi/schema.ts'
import { homePage } from '../pages/homePage.ts'
import { pageLanguage } from '../pages/language.ts'
import { openPage, printPage } from '../pages/page.ts'
import { jsonType, pageType } from '../request/accept.ts'
import { route } from '../route.ts'

const about = {
  en: 'Taiwan market data over HTTP and JSON: prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and macro series.',
  zh: '以 HTTP 與 JSON 提供的台灣市場資料：行情、法人與信用交易、基本面、期貨與選擇權、可轉換公司債與總體經濟。',
}

const homeSchema = object('Home', 'The service and the paths of its documents', {
  name: { const: 'Formosa' },
  version: string('Release'),
  about: string('The service in a sentence, in the language of the request'),
  docs: string('Path of the reference for people'),
  openapi: string('Path of this document'),
  llms: string('Path of the description in plain text'),
  datasets: string('Path of the catalogue'),
  account: string('Path of the page for accounts'),
})

/** The first page for a person who knows the address alone; programs get the same links as JSON. */
export const home = route('GET /', 'home', {
  tag: 'service',
  about: {
    en: 'What this service is and where its documents are: a page for browsers, JSON for programs.',
    zh: '本服務的簡介與文件位置：瀏覽器取得網頁，程式取得 JSON。',
  },
  auth: 'open',
  cost: 'request',
  types: [jsonType, pageType],
  responses: { 200: { schema: homeSchema, isPageToo: true } },
  query: { lang: pageLanguage },
  async handle(request, services) {
    const { language, context, respond } = openPage(services, request)
    if (request.prefersPage) {
      const { params, caller } = request
      const own = { params, query: {}, caller, language, internal: services.internal, services }
      return respond(await printPage(homePage, context, own))
    }
    return {
      body: {
        name: 'Formosa',
        version: services.release,
        about: about[language],
        docs: '/docs',
        openapi: '/openapi.json',
        llms: '/llms.txt',
        datasets: '/v1/data',
        account: '/account',
      },
    }
  },
})
