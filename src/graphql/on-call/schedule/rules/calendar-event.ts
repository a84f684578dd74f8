/** An occurrence in an external calendar, with what identifies its person. */
export type CalendarEvent = {
  startsAt: Date
  endsAt: Date
  summary: string
  /** Attendees who did not decline, in lower case, in order. */
  emails: string[]
}

export type CalendarPerson = { userId: string; name: string; email: string }

/**
 * The member an event is about: the first attendee who is a member, or else the member whose address or full name
 * is in its title; the longest name wins; or else the one whose login is
 * the title of a shift of Grafana OnCall. Null if nobody matches or a name is ambiguous.
 */
export function matchMember(
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
  if (best === undefined) return byLogin(summary, people)
  return best.name === next?.name ? null : best.userId
}

/** Grafana OnCall writes the login alone, such as "[L1] alice": the part of one member's address before the @. */
function byLogin(summary: string, people: CalendarPerson[]): string | null {
  const [, login] = /^\s*\[L\d\]\s*(\S+)\s*$/i.exec(summary.toLowerCase()) ?? []
  const found = people.filter(({ email }) => email.toLowerCase().split("@")[0] === login)
  return found.length === 1 ? (found[0]?.userId ?? null) : null
}

/** Lower case without diacritics and punctuation; words separated and enclosed by single spaces. */
const plain = (text: string): string =>
  ` ${text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `
