import { Outlet } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { TabLinks } from "../ui/tabs.tsx"
import "../settings/settings.css"

/** The pages about the signed-in person, the same in every project. */
export const AccountLayout = (): ReactNode => (
  <div className="settings">
    <TabLinks
      label="Account pages"
      items={[
        { label: "Profile", to: "/account", isExact: true },
        { label: "Contact methods", to: "/account/contact" },
        { label: "Security", to: "/account/security" },
        { label: "Appearance", to: "/account/appearance" },
      ]}
    />
    <div className="settings-page">
      <Outlet />
    </div>
  </div>
)
