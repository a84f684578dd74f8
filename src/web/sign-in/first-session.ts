/** Who is signed in, asked by the first script while the rest of the program loads. */
let asked: Promise<PromiseSettledResult<Response>[]> | null = null

const askSession = (): Promise<Response> =>
  fetch("/api/auth/get-session", { headers: { accept: "application/json" } })

export function askSessionEarly(): void {
  // The code that takes the response reports a failure.
  asked = Promise.allSettled([askSession()])
}

/** The early response, which is valid once; otherwise a new one. */
export async function takeSession(): Promise<Response> {
  const [early] = (await asked) ?? []
  asked = null
  if (early === undefined) return askSession()
  if (early.status === "rejected") throw early.reason
  return early.value
}
