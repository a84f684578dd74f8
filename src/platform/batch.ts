/**
 * Batches calls: those of one tick, then those made while a batch is loading. DataLoader sends a batch each tick
 * even while another is loading, which would split the groups in which pings and receipts are committed.
 * @param answerAll answers in the order of the questions; an answer that is a promise does not delay the others.
 */
export function createBatcher<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<(Answer | Promise<Answer>)[]>,
  mostAtOnce = 500,
): (question: Question) => Promise<Answer> {
  type Waiting = {
    question: Question
    resolve(answer: Answer | Promise<Answer>): void
    reject(error: unknown): void
  }
  const waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce)
      try {
        const answers = await answerAll(batch.map(({ question }) => question))
        for (const [at, { resolve, reject }] of batch.entries()) {
          const answer = answers[at]
          if (answer === undefined)
            reject(new Error("a batch returned fewer answers than questions"))
          else resolve(answer)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (isRunning) return
      isRunning = true
      setImmediate(() => void run())
    })
}
