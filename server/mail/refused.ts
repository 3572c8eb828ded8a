/** What a mail server's refusal is about: codes of RFC 5321 and RFC 3463, and what the large providers write beside them. */

/** The address, this mail, or us: the account, the sender or what we may send. */
export type RefusedFor = 'address' | 'mail' | 'us'

/** A reply to one command: 'RCPT TO', 'DATA'. */
interface Reply {
  command?: string
  responseCode?: number
  response?: string
}

const ABOUT_US =
  /relay|quota|limit|exceed|too (many|much)|rate|suspend|disabled? account|account (is )?(disabled|blocked)|unverified|not (been )?verified|blocked|blacklist|block list|denied|polic|spam|authenticat|not (allowed|permitted|authorized)|sender/i
const NO_ADDRESS =
  /(user|mailbox|address|recipient|account|inbox|alias)\b.*(unknown|not (found|exist)|unavailable|invalid|disabled|inactive|no longer)|(no such|unknown|invalid|doesn.t have|nonexistent|non-existent)\b.*(user|mailbox|address|recipient|account|person)|does not exist|no mailbox/i

/** What a refusal for good (5xx) is about. Where nothing tells, it is about this mail. */
export function refusedFor({ command, responseCode = 0, response = '' }: Reply): RefusedFor {
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response)
  const [subject, detail] = [Number(enhanced?.[1]), Number(enhanced?.[2])]
  const isRecipient = command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
  // 5.1.7 and 5.1.8 are the sender's address.
  if (subject === 1) return [7, 8].includes(detail) ? 'us' : isRecipient ? 'address' : 'mail'
  if (subject === 2 && detail === 1 && isRecipient) return 'address'
  // Routing, and policy.
  if (subject === 7 || (subject === 4 && detail === 5)) return 'us'
  if (isRecipient && NO_ADDRESS.test(response)) return 'address'
  return ABOUT_US.test(response) ? 'us' : 'mail'
}
