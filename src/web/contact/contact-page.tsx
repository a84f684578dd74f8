import type { ReactNode } from "react"
import { Device } from "./device.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { ContactMethods } from "./contact-list.tsx"
import { ContactRulesCard } from "./contact-rules.tsx"

/** How alerts reach the signed-in person. */
export const ContactPage = (): ReactNode => (
  <>
    <PageHead title="Contact methods" sub="How alerts reach you, in all your projects." />
    <ContactMethods />
    <ContactRulesCard />
    <Device />
  </>
)
