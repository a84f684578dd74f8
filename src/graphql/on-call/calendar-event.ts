/** An occurrence of a calendar of elsewhere, and what it names somebody by. */
export type CalendarEvent = {
  startsAt: Date
  endsAt: Date
  summary: string
  /** Of attendees who did not decline, in lower case, in their order. */
  emails: string[]
}

export type CalendarPerson = { userId: string; name: string; email: string }

/**
 * Whom an event means: the first attendee who is a member, else the member whose address or whole name stands in
 * its title; of several names the longest. Null where that is nobody, or where a name is that of two.
 */
export function whoIsMeant(
  { summary, emails }: Pick<CalendarEvent, "summary" | "emails">,
  people: CalendarPerson[],
): string | null {
  const byEmail = new Map(people.map(({ userId, email }) => [email.toLowerCase(), userId]))
  const written = summary.toLowerCase().match(/[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/g) ?? []
  for (const email of [...emails, ...written]) {
    const userId = byEmail.get(email)
    if (userId !== undefined) return userId
  }
  const title = plain(summary)
  const named = people
    .map(({ userId, name }) => ({ userId, name: plain(name) }))
    .filter(({ name }) => name !== "  " && title.includes(name))
    .toSorted((a, b) => b.name.length - a.name.length)
  const [best, next] = named
  if (best === undefined || best.name === next?.name) return null
  return best.userId
}

/** Lower case, marks and signs apart, words divided and enclosed by one blank. */
const plain = (text: string): string =>
  ` ${text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `
