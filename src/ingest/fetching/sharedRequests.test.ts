import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, defaultRequest } from '../../../test/support/feeds/fixture.ts'
import { goldFeed, publisherAt, taskOn } from '../../../test/support/publisher.ts'
import { get, post, postJson } from '../../sources/feed.ts'
import { feeds } from '../../sources/index.ts'
import { type Task, taskKey } from '../task.ts'
import { hostOf, outgoingRequest, requestOf, requestsByHost } from './sharedRequests.ts'

const calendar = calendarOf()
const tasks = feeds.map((feed): Task => {
  const { from, to, id } = defaultRequest(feed)
  return { feed, from, to, id }
})

test('every feed is fetched over HTTPS from a host with a known pace', () => {
  for (const task of tasks) {
    const { address, host, method, body } = requestOf(task, calendar)
    assert.match(address, /^https:\/\//, taskKey(task))
    assert.equal(new URL(address).host, host)
    assert.equal(method === 'POST', body !== null)
  }
})

test('every feed has a host queue; two publishers on one host share it', () => {
  const hosts = requestsByHost(tasks, calendar)
  const requestedTasks = [...hosts.values()].flat().flatMap((request) => request.tasks)
  assert.deepEqual(new Set(requestedTasks.map(taskKey)), new Set(tasks.map(taskKey)))
  assert.equal(requestedTasks.length, new Set(tasks.map(taskKey)).size)
  const exchange = hosts.get('www.tpex.org.tw')!.flatMap((request) => request.tasks)
  assert.deepEqual(new Set(exchange.map(({ feed }) => feed.publisher.id)), new Set(['tpex', 'tpexOpenApi']))
  const requests = [...hosts.values()].flat().length
  assert.ok(requests < requestedTasks.length, `${requests} requests answer ${requestedTasks.length} tasks`)
})

test('a mirror replaces every publisher, each under its own path; hosts keep their queues', () => {
  const bases = ({ id }: { id: string }) => `http://127.0.0.1:9/mirror/${id}/`
  for (const task of tasks) {
    const there = requestOf(task, calendar, bases)
    const own = requestOf(task, calendar)
    assert.ok(there.address.startsWith(`http://127.0.0.1:9/mirror/${task.feed.publisher.id}/`), there.address)
    assert.deepEqual([there.host, there.body, there.method], [own.host, own.body, own.method])
    assert.equal(new URL(there.address).search, new URL(own.address).search)
  }
})

test('a request goes out as its feed says', () => {
  const publisher = publisherAt('gold.test')
  assert.equal(hostOf(publisher), 'gold.test')
  assert.deepEqual(outgoingRequest(publisher, get('/a b', { 名稱: '台積電 & 2330' })), {
    host: 'gold.test',
    address: 'https://gold.test/v1/a%20b?%E5%90%8D%E7%A8%B1=%E5%8F%B0%E7%A9%8D%E9%9B%BB+%26+2330',
    method: 'GET',
    body: null,
    type: null,
  })
  const form = outgoingRequest(publisher, post('/x', { day: '113/05/02', id: '' }))
  assert.deepEqual([form.body, form.type], ['day=113%2F05%2F02&id=', 'application/x-www-form-urlencoded'])
  const sent = outgoingRequest(publisher, postJson('https://other.test:8443/api', { a: ['1'] }))
  assert.deepEqual(
    [sent.host, sent.address, sent.body],
    ['other.test:8443', 'https://other.test:8443/api', '{"a":["1"]}'],
  )
  assert.equal(
    outgoingRequest(publisher, get('https://other.test/api/x'), () => 'http://m/gold').address,
    'http://m/gold/api/x',
  )
})

test('tasks keep their order, repeats are one, and a lead is never shared', () => {
  const gold = publisherAt('gold.test')
  const feed = goldFeed(gold)
  const leading = goldFeed(gold, { endpoint: 'leading', follow: () => get('/x') })
  const other = goldFeed(gold, { endpoint: 'other', follow: () => get('/x') })
  const given = ['2026-06-02', '2026-06-01', '2026-06-02'].flatMap((day) =>
    [feed, leading, other].map((one) => taskOn(one, day)),
  )
  const [[host, requests]] = [...requestsByHost(given, calendar)] as [[string, { tasks: readonly Task[] }[]]]
  assert.equal(host, 'gold.test')
  assert.deepEqual(
    requests.map((question) => question.tasks.map(({ feed: { endpoint }, from }) => `${endpoint} ${from}`)),
    ['2026-06-02', '2026-06-01'].flatMap((day) => [[`gold ${day}`], [`leading ${day}`], [`other ${day}`]]),
  )
})
