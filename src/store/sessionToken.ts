import { createHash } from 'node:crypto'

/** The form in which a session's token is stored: whoever reads the database cannot use it. */
export const storedToken = (token: string): string => createHash('sha256').update(token).digest('hex')
