import { Outlet } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { AmOperator } from "../installation/installation-documents.ts"
import { useRead } from "../live/live-read.ts"
import { SectionTabs } from "../ui/page-head.tsx"
import { TabLinks } from "../ui/tabs.tsx"
import "../settings/settings.css"

/** The pages about the signed-in person, the same in every project. */
export function AccountLayout(): ReactNode {
  const { data } = useRead(AmOperator, {})
  return (
    <SectionTabs
      value={
        <TabLinks
          label="Account pages"
          items={[
            { label: "Profile", to: "/account", isExact: true },
            { label: "My pages", to: "/account/pages" },
            { label: "Contact methods", to: "/account/contact" },
            { label: "Security", to: "/account/security" },
            { label: "Appearance", to: "/account/appearance" },
            ...(data?.viewer?.isOperator === true
              ? [{ label: "Installation", to: "/account/installation" } as const]
              : []),
          ]}
        />
      }
    >
      <div className="settings">
        <Outlet />
      </div>
    </SectionTabs>
  )
}
