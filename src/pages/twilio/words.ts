import type { Alert } from "../../../prisma/generated/client.ts"
import type { Paged } from "../../graphql/alert/paged.ts"
import { acknowledgePaged } from "../../graphql/alert/paged.ts"
import { DomainError } from "../../graphql/errors.ts"
import type { Services } from "../../services.ts"
import { cut, inertLine } from "../xml.ts"

/** Acknowledges for somebody at a phone, and says in a sentence what became of it. */
export async function acknowledgeInWords(services: Services, paged: Paged): Promise<string> {
  try {
    return wordsOf(await acknowledgePaged(services, paged), paged.addressee.name)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === "conflict") return `Alert ${paged.alert.number} is resolved already.`
    return `Alert ${paged.alert.number} cannot be acknowledged from here: ${error.message}`
  }
}

function wordsOf({ number, title, acknowledgedBy }: Alert, own: string): string {
  const what = `#${number} ${cut(inertLine(title), 100)}`
  return acknowledgedBy === null || acknowledgedBy === own
    ? `Acknowledged: ${what}.`
    : `${inertLine(acknowledgedBy)} has acknowledged ${what}.`
}
