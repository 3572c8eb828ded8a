/** What a mail server's refusal is about, in the words of those that are used most. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForReader, refusedFor } from '#server/mail/refused.ts'

const cases: [about: ReturnType<typeof refusedFor>, command: string, reply: string][] = [
  ['address', 'RCPT TO', '550 No such user'],
  ['address', 'RCPT TO', '550-5.1.1 The email account that you tried to reach does not exist. Please try'],
  [
    'address',
    'RCPT TO',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  ],
  ['address', 'RCPT TO', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['address', 'RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled'],
  [
    'address',
    'RCPT TO',
    '550 5.1.1 <ana@correo.example>: Recipient address rejected: User unknown in virtual mailbox table',
  ],
  ['address', 'RCPT TO', "550 Requested action not taken: This user doesn't have an account"],
  ['address', 'RCPT TO', '553 5.1.3 The recipient address is not a valid RFC 5321 address'],
  ['address', 'RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
  ['address', 'RCPT TO', '550 5.7.1 Recipient not found'],
  ['address', 'RCPT TO', '550 Unrouteable address'],
  ['address', 'RCPT TO', '550 Recipient rejected'],
  ['address', 'RCPT TO', '551 User not local'],
  ['address', 'RCPT TO', '550 Usuario desconocido'],
  ['address', 'RCPT TO', '550 <corporate@salon.example>: Recipient address rejected'],
  ['us', 'RCPT TO', '550 5.7.1 Relaying denied'],
  ['us', 'RCPT TO', '550 5.7.1 Client host blocked using zen.spamhaus.org'],
  [
    'us',
    'RCPT TO',
    '550 Domain salon.example has exceeded the max emails per hour (101/100) allowed. Message discarded.',
  ],
  ['us', 'RCPT TO', '553 sorry, that domain is not in my list of allowed rcpthosts: relay not permitted'],
  ['us', 'RCPT TO', '550 5.1.8 Sender rejected'],
  [
    'us',
    'RCPT TO',
    '550 JunkMail rejected - mail.salon.example is in an RBL: https://www.spamhaus.org/query/ip/1.2.3.4',
  ],
  ['us', 'RCPT TO', '550 Service unavailable; Client host [1.2.3.4] listed at zen.spamhaus.org'],
  ['us', 'RCPT TO', '550 Your host is listed in bl.spamcop.net'],
  ['us', 'RCPT TO', '550 5.7.1 The reverse DNS for your IP address 1.2.3.4 was not found'],
  ['us', 'RCPT TO', '550 Administrative prohibition'],
  ['us', 'RCPT TO', '550 SPF check failed'],
  ['us', 'RCPT TO', '550 Reverse DNS lookup failed'],
  ['us', 'DATA', '530 Must issue a STARTTLS command first'],
  ['us', 'DATA', '530 log in first'],
  ['us', 'DATA', '550 5.4.5 Daily user sending limit exceeded'],
  ['us', 'DATA', '554 Message rejected: Email address is not verified'],
  ['us', 'DATA', '554 5.7.1 Message rejected under suspicion of SPAM'],
  ['mail', 'RCPT TO', '552 5.2.2 The email account that you tried to reach is over its storage'],
  ['mail', 'DATA', '552 5.2.2 The recipient’s mailbox is over quota'],
  ['mail', 'DATA', '552 5.3.4 Message too big'],
  ['mail', 'DATA', '552 5.3.4 Message size exceeds fixed maximum message size'],
  ['mail', 'DATA', '554 Transaction failed'],
]

for (const [about, command, response] of cases)
  test(`${about}: ${command} ${response}`, () =>
    assert.equal(refusedFor({ command, responseCode: Number(response.slice(0, 3)), response }), about))

const putOff: [isForReader: boolean, response: string][] = [
  [true, '450 4.1.2 <ana@gmial.con>: Recipient address rejected: Domain not found'],
  [true, '452 4.2.2 The email account that you tried to reach is over its quota'],
  [true, '450 Requested mail action not taken: mailbox unavailable'],
  [true, '452 Mailbox full'],
  [false, '451 4.7.1 Greylisting in action, please come back later'],
  [false, '451 4.3.0 Temporary lookup failure'],
  [false, '451 4.1.8 <citas@salon.example>: Sender address rejected: Domain not found'],
  [false, '421 Too many connections'],
  [false, ''],
]

for (const [isOfReader, response] of putOff)
  test(`${isOfReader ? 'for whom it goes to' : 'for all'} put off: ${response}`, () =>
    assert.equal(isForReader({ response }), isOfReader))
