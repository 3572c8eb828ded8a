/**
 * Asks together for what is asked within one turn of the event loop. Nothing is sent before the last of them has come: no
 * answer is older than its question.
 */
export function together<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  async function send() {
    const all = waiting
    waiting = []
    try {
      const answers = await ask(all.map(({ question }) => question))
      all.forEach(({ resolve }, i) => resolve(answers[i]!))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ question, resolve, reject }) === 1) setImmediate(() => void send())
    })
}
