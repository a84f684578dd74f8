import "./person.css"

/** "Ada Lovelace" → "AL". */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase()
}

type Props = { name: string; tone?: number | undefined; isSmall?: boolean }

/** A person's initials; `tone` is their color in a calendar. */
export const Avatar = ({ name, tone, isSmall = false }: Props) => (
  <span
    className="person-avatar"
    data-tone={tone === undefined ? undefined : tone % 6}
    data-small={isSmall || undefined}
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
)
