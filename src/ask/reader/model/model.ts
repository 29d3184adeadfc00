import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renamedCodes } from '../../../catalogue/accounts.ts'
import { type Vocabulary, vocabularyOf } from '../pieces.ts'

/**
 * A small encoder and decoder of attention layers, run on one core: the products of matrices are a few lines of
 * WebAssembly (`kernel.wat`), everything else is plain. It keeps its weights as they lie in its file, 8-bit integers, in
 * the memory of the kernel, and is one at a time: a second question waits for the first.
 */
export type Model = {
  readonly source: Vocabulary
  readonly target: Vocabulary
  /** Reads a question; what `step` says follows from the last one read. */
  readonly read: (words: readonly number[]) => void
  /**
   * The logarithms of the probabilities of the next word, one row for each beam. `parents` says which beam each one
   * goes on from, `words` its last word.
   */
  readonly step: (parents: readonly number[], words: readonly number[]) => Float32Array[]
}

type Head = {
  readonly width: number
  readonly encoder: number
  readonly decoder: number
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly tensors: Readonly<Record<string, { shape: readonly number[]; at: number; scales?: number }>>
}

/** A function of the kernel, over places in its memory and numbers of rows and columns, in the order of `kernel.wat`. */
type Computed<T = void> = (...given: readonly number[]) => T
type Kernel = {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly round: Computed
  readonly project: Computed
  readonly normalise: Computed
  readonly activate: Computed
  readonly powers: Computed<number>
  readonly multiply: Computed
}

/** What of WebAssembly is used; the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Kernel }
}

/** Words of a question and of a meaning at most, and readings followed at once. */
export const mostSteps = 140
export const mostWords = 192
const mostBeams = 8
const headWidth = 64
const four = (n: number): number => (n + 3) & ~3

/** A word of a meaning with the code that an account has now. */
const withNewCode = (word: string): string =>
  word.startsWith('v:"X_') ? word.replace(/X_\w+/, (code) => renamedCodes.get(code) ?? code) : word

function parts(file: Buffer): { head: Head; data: Buffer } {
  const size = file.readUInt32LE(0)
  const head: Head = JSON.parse(file.toString('utf8', 4, 4 + size))
  return { head: { ...head, target: head.target.map(withNewCode) }, data: file.subarray(4 + size) }
}

/** The words that a model knows, of questions and of meanings. */
export const wordsOf = (file: Buffer): Pick<Head, 'source' | 'target'> => parts(file).head

export function loadModel(file: Buffer): Model {
  const { head, data } = parts(file)
  const { width, tensors } = head
  const heads = width / headWidth
  const vocabulary = four(head.target.length)

  const code = new WebAssembly.Module(readFileSync(join(import.meta.dirname, 'kernel.wasm')))
  const kernel = new WebAssembly.Instance(code).exports
  const { memory, round, project, activate, powers, multiply } = kernel

  // Places in the memory, in bytes; it grows once, before views of it are made.
  let top = 1024
  const place = (numbers: number): number => {
    const at = top
    top += four(numbers) * 4
    return at
  }
  const fills: (() => void)[] = []
  const vector = (name: string, length?: number): number => {
    const { shape, at } = tensors[name]!
    const to = place(length ?? shape[0]!)
    fills.push(() => {
      for (let i = 0; i < shape[0]!; i++) floats[to / 4 + i] = data.readFloatLE(at + i * 4)
    })
    return to
  }
  /** Rows of 8-bit integers, each with a scale. */
  type Table = { readonly w: number; readonly scales: number; readonly rows: number; readonly length: number }
  /** With the sum of each row, as the kernel wants it, and what is added to the product. */
  type Matrix = Table & { readonly sums: number; readonly b: number }
  const table = (name: string): Table => {
    const { shape, at, scales } = tensors[name]!
    const [rows, length] = shape as [number, number]
    const [w, scalesAt] = [place((four(rows) * length) / 4), place(rows)]
    fills.push(() => {
      bytes.set(data.subarray(at, at + rows * length), w)
      for (let row = 0; row < rows; row++) floats[scalesAt / 4 + row] = data.readFloatLE(scales! + row * 4)
    })
    return { w, scales: scalesAt, rows: four(rows), length }
  }
  const matrix = (name: string): Matrix => {
    const weights = table(`${name}.weight`)
    const { w, rows, length } = weights
    const sums = place(rows)
    fills.push(() => {
      for (let row = 0; row < rows; row++) {
        let sum = 0
        for (let i = 0; i < length; i++) sum += bytes[w + row * length + i]!
        integers[sums / 4 + row] = sum * 8_192
      }
    })
    return { ...weights, sums, b: vector(`${name}.bias`, rows) }
  }
  const norm = (name: string) => ({ weight: vector(`${name}.weight`), bias: vector(`${name}.bias`) })
  const attention = (name: string) => ({
    q: matrix(`${name}.q`),
    k: matrix(`${name}.k`),
    v: matrix(`${name}.v`),
    o: matrix(`${name}.o`),
  })
  const layer = (name: string, isCrossed: boolean) => ({
    own: attention(`${name}.own`),
    n1: norm(`${name}.n1`),
    cross: isCrossed ? attention(`${name}.cross`) : null,
    n2: isCrossed ? norm(`${name}.n2`) : null,
    n3: norm(`${name}.n3`),
    up: matrix(`${name}.up`),
    down: matrix(`${name}.down`),
  })
  const sourceTable = table('source.weight')
  const targetTable = table('target.weight')
  const sourcePlaces = table('source_place.weight')
  const targetPlaces = table('target_place.weight')
  const encoder = Array.from({ length: head.encoder }, (_, n) => layer(`encoder.${n}`, false))
  const decoder = Array.from({ length: head.decoder }, (_, n) => layer(`decoder.${n}`, true))
  const [ne, nd] = [norm('ne'), norm('nd')]
  const out = matrix('out')

  const rows = Math.max(mostWords, mostBeams)
  const buffer = (): number => place(rows * width)
  const [h, t, q, k, v, y] = [buffer(), buffer(), buffer(), buffer(), buffer(), buffer()]
  const wide = place(rows * width * 4)
  /** What is multiplied, rounded to 14 bits, and the scales of its rows. */
  const [rounded, roundedScales] = [place(rows * width * 2), place(rows)]
  const turned = place(width * mostWords)
  const scores = place(rows * mostWords)
  const zeros = place(Math.max(mostWords, vocabulary))
  const logits = place(mostBeams * vocabulary)
  /** Keys and turned values of the question for each layer of the decoder. */
  const crossKeys = decoder.map(() => place(mostWords * width))
  const crossValues = decoder.map(() => place(width * mostWords))
  /** Keys and turned values that each layer of the decoder has made, for as many beams as are followed. */
  const madeKeys = decoder.map(() => Array.from({ length: mostBeams }, () => place(mostSteps * width)))
  const madeValues = decoder.map(() => Array.from({ length: mostBeams }, () => place(width * mostSteps)))
  memory.grow(Math.ceil(top / 65_536))
  const floats = new Float32Array(memory.buffer)
  const [bytes, integers] = [new Int8Array(memory.buffer), new Int32Array(memory.buffer)]
  for (const fill of fills) fill()

  const apply = (x: number, n: number, { w, scales, sums, b, rows: columns, length }: Matrix, to: number): void => {
    round(x, n, length, rounded, roundedScales)
    project(rounded, roundedScales, n, w, scales, sums, columns, b, to, length)
  }

  const normalise = (x: number, n: number, { weight, bias }: { weight: number; bias: number }, to: number): void =>
    kernel.normalise(x, n, width, weight, bias, to)
  const addTo = (x: number, from: number, n: number): void => {
    for (let i = 0; i < n * width; i++) floats[x / 4 + i]! += floats[from / 4 + i]!
  }
  /** Scores of words as shares of one; what stands behind the last word, up to a multiple of four, is lost. */
  const softmax = (at: number, n: number): void => {
    let most = -Infinity
    for (let i = at; i < at + n; i++) if (floats[i]! > most) most = floats[i]!
    for (let i = at + n; i < at + four(n); i++) floats[i] = -1e30
    const sum = powers(at * 4, four(n), most)
    for (let i = at; i < at + n; i++) floats[i]! /= sum
  }
  /** Values with words as columns, so that a sum over words is a product of rows; the room behind is zero. */
  const turn = (values: number, n: number, to: number): void => {
    floats.fill(0, to / 4, to / 4 + width * four(n))
    for (let word = 0; word < n; word++)
      for (let i = 0; i < width; i++) floats[to / 4 + i * four(n) + word] = floats[values / 4 + word * width + i]!
  }
  /** What the rows of `queries` take from the words: `keys` by word, `values` turned, with room for `stride` words. */
  const attend = (
    queries: number,
    count: number,
    keys: number,
    values: number,
    n: number,
    to: number,
    stride = four(n),
  ): void => {
    const room = four(n)
    for (let head = 0; head < heads; head++) {
      const shift = head * headWidth * 4
      multiply(queries + shift, width * 4, count, keys + shift, width * 4, room, zeros, scores, room * 4, headWidth)
      for (let row = 0; row < count; row++) {
        const at = scores / 4 + row * room
        for (let i = 0; i < n; i++) floats[at + i]! *= 0.125
        softmax(at, n)
        floats.fill(0, at + n, at + room)
      }
      const own = values + head * headWidth * stride * 4
      multiply(scores, room * 4, count, own, stride * 4, headWidth, zeros, to + shift, width * 4, room)
    }
  }
  const embed = (words: Table, id: number, places: Table, at: number, row: number): void => {
    const [scale, placeScale] = [floats[words.scales / 4 + id]!, floats[places.scales / 4 + at]!]
    for (let i = 0; i < width; i++)
      floats[h / 4 + row * width + i] =
        bytes[words.w + id * width + i]! * scale + bytes[places.w + at * width + i]! * placeScale
  }
  const feed = (part: (typeof encoder)[number], n: number): void => {
    normalise(h, n, part.n3, t)
    apply(t, n, part.up, wide)
    activate(wide, n * width * 4)
    apply(wide, n, part.down, y)
    addTo(h, y, n)
  }

  let words = 0
  let length = 0
  /** The place among `madeKeys` and `madeValues` of each beam of the last step. */
  let beamPlaces: readonly number[] = []

  const read: Model['read'] = (ids) => {
    words = Math.max(1, Math.min(ids.length, mostWords))
    for (let row = 0; row < words; row++) embed(sourceTable, ids[row] ?? 3, sourcePlaces, row, row)
    for (const part of encoder) {
      normalise(h, words, part.n1, t)
      apply(t, words, part.own.q, q)
      // Rows behind the last word are read by the kernel in fours; they must be numbers.
      floats.fill(0, k / 4 + words * width, k / 4 + four(words) * width)
      apply(t, words, part.own.k, k)
      apply(t, words, part.own.v, v)
      turn(v, words, turned)
      attend(q, words, k, turned, words, t)
      apply(t, words, part.own.o, y)
      addTo(h, y, words)
      feed(part, words)
    }
    normalise(h, words, ne, t)
    for (const [n, part] of decoder.entries()) {
      apply(t, words, part.cross!.k, crossKeys[n]!)
      floats.fill(0, crossKeys[n]! / 4 + words * width, crossKeys[n]! / 4 + four(words) * width)
      apply(t, words, part.cross!.v, v)
      turn(v, words, crossValues[n]!)
    }
    length = 0
    beamPlaces = [0]
  }

  /** A place for each beam: that of its parent, or a free one, to which the keys and values of the parent are copied. */
  function placesAfter(parents: readonly number[]): number[] {
    const used = new Set(parents.map((parent) => beamPlaces[parent]!))
    const taken = new Set<number>()
    let free = 0
    return parents.map((parent) => {
      const from = beamPlaces[parent]!
      if (!taken.has(from)) {
        taken.add(from)
        return from
      }
      while (used.has(free)) free++
      const to = free++
      for (const made of [...madeKeys, ...madeValues])
        floats.copyWithin(made[to]! / 4, made[from]! / 4, made[from]! / 4 + mostSteps * width)
      return to
    })
  }

  /** The logarithm of the sum of the powers of a row of `logits`, which are lost by it. */
  function wholeOf(row: number): number {
    const at = logits / 4 + row * vocabulary
    let most = -Infinity
    for (let i = at; i < at + head.target.length; i++) if (floats[i]! > most) most = floats[i]!
    floats.fill(-1e30, at + head.target.length, at + vocabulary)
    return most + Math.log(powers(at * 4, vocabulary, most))
  }

  return {
    source: vocabularyOf(head.source),
    target: vocabularyOf(head.target),
    read,
    step(parents, last) {
      const n = last.length
      if (length >= mostSteps) throw new RangeError('a meaning has too many words')
      for (let row = 0; row < n; row++) embed(targetTable, last[row]!, targetPlaces, length, row)
      beamPlaces = placesAfter(parents)
      length++
      for (const [place, part] of decoder.entries()) {
        normalise(h, n, part.n1, t)
        apply(t, n, part.own.q, q)
        apply(t, n, part.own.k, k)
        apply(t, n, part.own.v, v)
        for (let row = 0; row < n; row++) {
          const keys = madeKeys[place]![beamPlaces[row]!]!
          const values = madeValues[place]![beamPlaces[row]!]!
          const from = row * width
          floats.copyWithin(keys / 4 + (length - 1) * width, k / 4 + from, k / 4 + from + width)
          for (let i = 0; i < width; i++) floats[values / 4 + i * mostSteps + length - 1] = floats[v / 4 + from + i]!
          attend(q + from * 4, 1, keys, values, length, t + from * 4, mostSteps)
        }
        apply(t, n, part.own.o, y)
        addTo(h, y, n)
        normalise(h, n, part.n2!, t)
        apply(t, n, part.cross!.q, q)
        attend(q, n, crossKeys[place]!, crossValues[place]!, words, t)
        apply(t, n, part.cross!.o, y)
        addTo(h, y, n)
        feed(part, n)
      }
      normalise(h, n, nd, t)
      apply(t, n, out, logits)
      return Array.from({ length: n }, (_, row) => {
        const at = logits / 4 + row * vocabulary
        const values = floats.slice(at, at + head.target.length)
        const whole = wholeOf(row)
        for (let i = 0; i < values.length; i++) values[i]! -= whole
        return values
      })
    },
  }
}
