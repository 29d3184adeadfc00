import { createHash } from 'node:crypto'

/** The stored form of a session token, which cannot be used to authenticate. */
export const storedToken = (token: string): string => createHash('sha256').update(token).digest('hex')
