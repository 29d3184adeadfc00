/** Chinese where it is mostly written in Chinese characters, whatever names stand in it. */
export const languageOf = (question: string): 'en' | 'zh' => {
  const han = question.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = question.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? 'zh' : 'en'
}
