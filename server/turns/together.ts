import { inTurns } from './turns.ts'

interface Sizes {
  /** How many are asked for at once: what is dear to read fails, and waits, for few others. */
  most?: number
  /** How many such groups are asked for at the same moment; whoever comes meanwhile shares the next. */
  groups?: number
  /** How many go on with their answers before the process does something else. */
  aTurn?: number
}

/**
 * Asks together for what is asked within one turn of the event loop. Nothing is sent before the last of them has come: no
 * answer is older than its question.
 */
export function together<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  { most = Infinity, groups = Infinity, aTurn = Infinity }: Sizes = {},
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let asked = 0

  async function send(all: Waiting[]) {
    try {
      const answers = await ask(all.map(({ question }) => question))
      for await (const [i, { resolve }] of inTurns(all.entries(), aTurn)) resolve(answers[i]!)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  function sendWaiting() {
    while (waiting.length > 0 && asked < groups) {
      const group = waiting.slice(0, most)
      waiting = waiting.slice(most)
      asked++
      void send(group).finally(() => {
        asked--
        sendWaiting()
      })
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(sendWaiting)
    })
}
