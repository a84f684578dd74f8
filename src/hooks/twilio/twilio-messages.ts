import type { Alert } from "../../../prisma/generated/client.ts"
import type { MessageWords } from "../../channels/words/english.ts"
import { messageWords } from "../../channels/words/message-language.ts"
import type { Paged } from "../../graphql/incidents/alert/paged-person.ts"
import { acknowledgePaged } from "../../graphql/incidents/alert/paged-person.ts"
import { DomainError } from "../../graphql/kernel/errors.ts"
import type { Services } from "../../platform/services.ts"
import { cut, inertLine } from "../../platform/shown-text.ts"

/** Acknowledges on behalf of a phone's owner and returns the result as a sentence. */
export async function acknowledgeInWords(
  services: Services,
  paged: Paged,
  client: "SMS reply" | "call",
): Promise<string> {
  const words = wordsFor(paged)
  const { number } = paged.alert
  try {
    return wordsOf(await acknowledgePaged(services, paged, client), paged.recipient.name, words)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === "conflict") return words.reply.resolvedAlready(number)
    return words.reply.impossible(number, error.message)
  }
}

/** The language of the person who was paged; English for a channel of a project. */
export const languageOf = ({ recipient }: Paged): string =>
  recipient.kind === "person" ? recipient.language : "en"

export const wordsFor = (paged: Paged): MessageWords => messageWords(languageOf(paged))

function wordsOf(alert: Alert, own: string, { reply }: MessageWords): string {
  const { number, title, acknowledgedBy } = alert
  const what = `#${number} ${cut(inertLine(title), 100)}`
  return acknowledgedBy === null || acknowledgedBy === own
    ? reply.acknowledged(what)
    : reply.otherAcknowledged(inertLine(acknowledgedBy), what)
}
