/** Numbers since the start of the process, for whoever watches it. */
export type Counters = {
  /** Blocks of page files, and files beside them, that were found damaged. */
  damagedPages: number
  /** Parquet files that were found damaged. */
  damagedLakeFiles: number
  scrubbedBytes: number
  /** How often every file was read. */
  scrubRounds: number
  /** Builds that were refused or broken off for want of room on the disk. */
  buildsWithoutRoom: number
}

export const createCounters = (): Counters => ({
  damagedPages: 0,
  damagedLakeFiles: 0,
  scrubbedBytes: 0,
  scrubRounds: 0,
  buildsWithoutRoom: 0,
})
