/** Bytes of pages that the threads keep: each of them, and all of them together. */
const [mostInThread, mostInAll] = [40 << 20, 80 << 20]
/** The bytes that a thread of so many may keep. */
export const hotBytesOf = (threads: number): number => Math.min(mostInThread, Math.floor(mostInAll / threads))
