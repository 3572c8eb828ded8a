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
  /\brelay|\bquota|\blimit|exceed|too (many|much)|\brate\b|suspend|account (is )?(disabled|blocked)|unverified|not (been )?verified|\bblocked|\bblack ?list|\bblock list|denied|\bpolic|authenticat|not (allowed|permitted|authorized)|\bsender/i
/** Words of block lists and of checks of who sends, which say nothing of the address, whatever else they say. */
const LISTED =
  /spamhaus|spamcop|\bspam|\bRBL\b|dnsbl|listed (at|in|by|on)|\bSPF\b|\bDKIM\b|DMARC|reverse (dns|hostname)|\brdns\b|\bPTR\b|prohibit|\b(client )?host (was )?rejected|\bIP address\b/i
const NO_ADDRESS =
  /(user|mailbox|address|recipient|account|inbox|alias|usuario|buz[oó]n|cuenta)\b.*(unknown|not (found|exist|local)|unavailable|invalid|disabled|inactive|no longer|desconocid|inexistente|no existe)|(no such|unknown|invalid|doesn.t have|nonexistent|non-existent|unrouteable)\b.*(user|mailbox|address|recipient|account|person)|does not exist|no existe|no mailbox/i

/**
 * What a refusal for good (5xx) is about. To RCPT it is about the address, unless it says otherwise; what comes later and says nothing
 * is about this mail.
 */
export function refusedFor({ command, responseCode = 0, response = '' }: Reply): RefusedFor {
  // A log-in is missing, which no mail of ours would pass without.
  if (responseCode === 530) return 'us'
  const text = withoutAddresses(response)
  const enhanced = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(text)
  const [subject, detail] = [Number(enhanced?.[1]), Number(enhanced?.[2])]
  const isRecipient = command === 'RCPT TO' && [550, 551, 553].includes(responseCode)
  const otherwise = isRecipient ? 'address' : 'mail'
  // 5.1.7 and 5.1.8 are the sender's address, 5.4.5 is too much in a day.
  if (subject === 1) return [7, 8].includes(detail) ? 'us' : otherwise
  if (subject === 2) return isRecipient && detail === 1 ? 'address' : 'mail'
  if (subject === 4 && detail === 5) return 'us'
  if (LISTED.test(text)) return 'us'
  if (isRecipient && ((subject === 4 && detail === 1) || NO_ADDRESS.test(text))) return 'address'
  if (subject === 7) return 'us'
  // The system, the conversation, the letters: a fault of this mail, whatever words they use.
  if ([3, 5, 6].includes(subject)) return otherwise
  return ABOUT_US.test(text) ? 'us' : otherwise
}

const FULL = /over ?quota|mailbox (is )?full|domain.*not found|host not found/i

/**
 * Whether a refusal for now (4xx) is about whom the mail goes to: a domain that is not found, a full mailbox. Such an address may be
 * refused for days, and says nothing of the others.
 */
export function isForReader({ response = '' }: Reply): boolean {
  const text = withoutAddresses(response)
  const [, subject, detail] = /\b4\.(\d{1,3})\.(\d{1,3})\b/.exec(text) ?? []
  if (subject === '1') return !['7', '8'].includes(detail!)
  return subject === '2' || NO_ADDRESS.test(text) || FULL.test(text)
}

/** Addresses are quoted, and have words of their own. */
const withoutAddresses = (response: string) => response.replace(/<[^>]*>|[^\s<>@]+@[^\s<>@]+/g, ' ')
