import type { IncomingMessage, ServerResponse } from "node:http"
import { language } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import {
  changeSubscription,
  confirmSubscription,
  endSubscription,
  openConfirmation,
  openSubscription,
  type Subscription,
} from "../../graphql/status-pages/subscriber/subscription-by-link.ts"
import type { Services } from "../../platform/services.ts"
import { readForm } from "../../http/read-form.ts"
import type { Page } from "../status-page/page-layout.ts"
import type { Setting } from "../status-page/page-setting.ts"
import { readLocale, settingOf } from "../status-page/read-locale.ts"
import {
  renderConfirm,
  renderManage,
  renderOldLink,
  renderUnsubscribed,
} from "./render-subscribe.ts"
import { chosenOf, mostFormBytes, sendPage } from "./handle-subscription.ts"

const prefix = "/subscriptions/"

/**
 * Signed links of subscribers: confirm, manage, unsubscribe. A GET changes nothing, because mail scanners follow
 * every link; a POST does, including one-click unsubscribe (RFC 8058).
 */
export async function handleSubscription(
  services: Services,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const [first = "", second = "", ...more] = path.slice(prefix.length).split("/")
  const page = more.length > 0 ? null : await pageOf(services, req, first, second)
  if (page === null) {
    const locale = readLocale(req)
    sendPage(req, res, 404, renderOldLink(settingOf("", locale, locale.language ?? "en")))
  } else sendPage(req, res, 200, page)
  // Discards the form's body.
  req.resume()
}

async function pageOf(
  services: Services,
  req: IncomingMessage,
  first: string,
  second: string,
): Promise<Page | null> {
  const isPost = req.method === "POST"
  if (first === "confirm") {
    const found = await (isPost ? confirmSubscription : openConfirmation)(services, second)
    const isDone = isPost || (found !== null && found.confirmedAt !== null)
    return found && renderConfirm(found, settingFor(req, found), isDone)
  }
  if (second === "unsubscribe") {
    const found = await (isPost ? endSubscription : openSubscription)(services, first)
    if (found === null) return null
    const setting = settingFor(req, found)
    return isPost
      ? renderUnsubscribed(found, setting)
      : renderManage(found, setting, first, "to_end")
  }
  if (second !== "") return null
  const saved = isPost ? await save(services, req, first) : null
  const found = await openSubscription(services, first)
  return found && renderManage(found, settingFor(req, found), first, saved)
}

/** The result of a submitted form; null if it is not valid. */
async function save(services: Services, req: IncomingMessage, token: string) {
  const form = await readForm(req, mostFormBytes)
  if (form === null) return null
  const resourceIds = chosenOf(form)
  if (resourceIds === null) return "none_chosen"
  const spoken = language.safeParse(form.get("language")).data
  const changed = await changeSubscription(services, token, { resourceIds, language: spoken })
  return changed && "saved"
}

/** In the language of the subscription, regardless of the browser's. */
function settingFor(req: IncomingMessage, { page, language: spoken }: Subscription): Setting {
  const { query, language: liked, isChosen } = readLocale(req)
  const locale = { query, isChosen, language: isChosen ? liked : language.parse(spoken) }
  return settingOf(`/status/${page.slug}`, locale, language.parse(page.language))
}
