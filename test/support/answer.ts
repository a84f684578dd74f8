/** All that tells two answers apart but what every answer has of its own: its id and its time. */
export async function answerOf(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, { redirect: "manual", ...init })
  const headers = Object.fromEntries(answer.headers)
  for (const one of ["x-request-id", "date"]) delete headers[one]
  return { status: answer.status, headers, text: await answer.text() }
}
