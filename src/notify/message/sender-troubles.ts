import { examineMail, examinePhone, type SenderFault } from "../../channels/examine-senders.ts"
import { say } from "../../findings/say.ts"
import type { Trouble } from "../../platform/resources/judge-usage.ts"
import type { Services } from "../../platform/services.ts"

/** Whether mails, SMS and calls can be sent, found before a page needs it. */
export async function senderTroubles({ env, log }: Pick<Services, "env" | "log">) {
  const [mail, phone] = await Promise.all([examineMail(env), examinePhone(env)])
  return [...troubleOf(log, "mail", mail), ...troubleOf(log, "phone", phone)]
}

function troubleOf(
  log: Services["log"],
  resource: Trouble["resource"],
  fault: SenderFault | null,
): Trouble[] {
  if (fault === null) return []
  const findings = [fault.finding]
  log.warn({ err: fault.error, resource }, say(findings))
  return [{ resource, status: "degraded", findings }]
}
