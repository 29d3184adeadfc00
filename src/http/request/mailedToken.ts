import { line } from '../../fields.ts'

/** The token of a link in a message. */
export const token = line('The token of the link that was sent to you', '寄給您的連結中的 token', {
  min: 1,
  max: 2_000,
})
