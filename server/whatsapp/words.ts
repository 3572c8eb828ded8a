import type { Reply } from './webhook.ts'

/** What the business reads of a reply; undefined for one without words, such as an audio. */
export function wordsOf({ text, button, interactive, reaction, ...reply }: Reply): string | undefined {
  const said = text?.body ?? button?.text ?? interactive?.button_reply?.title
  if (said !== undefined) return said
  if (reaction?.emoji) return `Reaccionó con ${reaction.emoji}`
  const { image, video, document } = reply
  const captioned = { Foto: image, Video: video, Documento: document }
  const [what, media] = Object.entries(captioned).find(([, one]) => one?.caption) ?? []
  return media && `${what}: ${media.caption}`
}

/** Whether nobody said anything: a reaction that was taken back, or WhatsApp itself, as of a number that was changed. */
export const saysNothing = ({ type, reaction }: Reply): boolean =>
  type === 'system' || (reaction !== undefined && !reaction.emoji)
