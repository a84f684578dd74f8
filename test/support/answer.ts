/** A response without its id and time, to compare two responses. */
export async function answerOf(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, { redirect: "manual", ...init })
  const headers = Object.fromEntries(answer.headers)
  for (const one of ["x-request-id", "date"]) delete headers[one]
  return { status: answer.status, headers, text: await answer.text() }
}
