import type { ReactNode } from "react"
import { Gate } from "../sign-in/session-gate.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { useTitle } from "../ui/page-title.ts"

/** An address outside every project. */
export function NotFoundPage(): ReactNode {
  useTitle("Page not found")
  return (
    <Gate title="Page not found">
      <p className="muted">Check the URL, or start from the overview.</p>
      <p>
        <ButtonLink to="/">Go to Watchkeeper</ButtonLink>
      </p>
    </Gate>
  )
}
