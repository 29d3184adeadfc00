import { openLeadership } from '../../src/store/leadership.ts'

/* Competes for leadership until it is ended, and prints each change with its time. */

const [url = ''] = process.argv.slice(2)
const say = (word: string) => process.stdout.write(`${word} ${Date.now()}\n`)
const log = { info() {}, warn() {} }
const leadership = openLeadership({ url, lock: 1, log, onChange: (leads) => say(leads ? 'leads' : 'lost') })
// Whether it would act now, as a writer asks before each step.
setInterval(() => say(leadership.isLeader() ? 'acts' : 'waits'), 50)
