import { createHook } from 'node:async_hooks'

/*
 * Loaded first into every process of a run of tests. The test runner of Node follows each promise to the test that made
 * it, so that it can name the test of an error that nobody catches. Promises then cost several times as much, a third
 * of the time of files that read many rows. Here it follows none: such an error fails its file, and its stack is
 * printed.
 */

const light = createHook({ trackPromises: false })
const isLight = Object.getOwnPropertySymbols(light).find((symbol) => light[symbol] === true)
const hooks = Object.getPrototypeOf(light)
const { enable } = hooks

const print = (error) => console.error('Nobody caught:', error)

/** The test runner's own listener, which it adds next, fails the file; without it the error must end the process. */
function printRejection(error) {
  if (process.listenerCount('unhandledRejection') === 1) throw error
  print(error)
}

let isEnabled = false

if (isLight)
  hooks.enable = function () {
    this[isLight] = true
    if (!isEnabled) process.on('uncaughtExceptionMonitor', print).on('unhandledRejection', printRejection)
    isEnabled = true
    return enable.call(this)
  }
