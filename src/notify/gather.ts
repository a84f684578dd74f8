/**
 * Answers many questions at once: what is asked while an earlier round is under way is gathered for the next.
 * Alone, a question is asked at once.
 *
 * @param ask answers in the order of the questions; what it answers with a promise keeps no other waiting.
 */
export function gather<Question, Answer>(
  ask: (questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
  mostAtOnce = 500,
): (question: Question) => Promise<Answer> {
  type Waiting = {
    question: Question
    resolve(answer: Answer | Promise<Answer>): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let isAsking = false

  async function run(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) {
      const round = waiting.slice(0, mostAtOnce)
      waiting = waiting.slice(mostAtOnce)
      try {
        const answers = await ask(round.map(({ question }) => question))
        for (const [at, { resolve, reject }] of round.entries()) {
          const answer = answers[at]
          if (answer === undefined) reject(new Error("a question was left unanswered"))
          else resolve(answer)
        }
      } catch (error) {
        for (const { reject } of round) reject(error)
      }
    }
    isAsking = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      // The rest of this turn's questions come along.
      if (!isAsking) {
        isAsking = true
        queueMicrotask(() => void run())
      }
    })
}
