/** Texts of subscription pages, in addition to those of the status page. */
export type SubscribeMessages = {
  hint: string
  how: string
  email: string
  browser: string
  /** Shown on a page's custom domain. */
  browserElsewhere: string
  denied: string
  waiting: string
  failed: string
  address: string
  wholePage: string
  onlyThese: string
  noneChosen: string
  sent: string
  wrongAddress: string
  confirm: string
  confirmed: string
  yours: string
  save: string
  saved: string
  unsubscribe: string
  unsubscribed: string
  oldLink: string
}
