import { asWritten } from "../../findings/finding.ts"
import { examineMail, examinePhone, type SenderFault } from "../../channels/examine-senders.ts"
import type { Trouble } from "../../platform/resources/judge-usage.ts"
import type { Services } from "../../platform/services.ts"

/** Whether mails, SMS and calls can be sent, found before a page needs it. */
export async function senderTroubles({ env, log }: Pick<Services, "env" | "log">) {
  const [mail, phone] = await Promise.all([examineMail(env), examinePhone(env)])
  return [
    ...troubleOf(log, "mail", mail, "No e-mail can be sent"),
    ...troubleOf(log, "phone", phone, "No SMS can be sent and nobody can be called"),
  ]
}

function troubleOf(
  log: Services["log"],
  resource: Trouble["resource"],
  fault: SenderFault | null,
  what: string,
): Trouble[] {
  if (fault === null) return []
  const { words, advice, error } = fault
  log.warn({ err: error, resource }, words)
  return [{ resource, status: "degraded", findings: [asWritten(`${what}: ${words}. ${advice}`)] }]
}
