const paths = {
  monitors: "M2 9h3l2-5 3.500 9L13 7l1 2h2",
  slos: "M2.500 13.500a6.500 6.500 0 1 1 13 0M9 13.500l3-4.500M5 13.500h.1M13 13.500h.1",
  incidents: "M9 2.500 16.500 15h-15zM9 7v3.500M9 12.600v.4",
  alerts: "M4 12.500V8a5 5 0 0 1 10 0v4.500l1.200 1.500H2.800zM7.500 16h3",
  onCall:
    "M5.200 2.500 7 6 5.300 7.600a9 9 0 0 0 5.100 5.100L12 11l3.500 1.800v2.700c-7 .6-13.600-6-13-13z",
  settings: "M3 5h8M14.500 5h.5M3 13h.5M7 13h8M12.700 3v4M5.300 11v4",
  account:
    "M9 9a3.200 3.200 0 1 0 0-6.400A3.200 3.200 0 0 0 9 9zM2.800 16c.6-3 3-4.600 6.200-4.600s5.600 1.600 6.200 4.600",
  plus: "M9 3.500v11M3.500 9h11",
  back: "M11 4 6 9l5 5",
  copy: "M6.500 6.500h8v8h-8zM11.500 6.500v-3h-8v8h3",
  check: "m4 9.500 3.500 3.500L14.500 5",
  search: "M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10zm3.700-1.300L15.500 15.500",
  close: "m4.500 4.500 9 9m0-9-9 9",
  overview:
    "M2.500 3h5.500v6H2.500zM10 3h5.500v3.500H10zM10 9h5.500v6H10zM2.500 11.500H8V15H2.500z",
  services:
    "M7 2.500h4v4H7zM2.500 11.500h4v4h-4zM11.500 11.500h4v4h-4zM9 6.500v2.500M4.500 11.500V9h9v2.500",
  dots: "M4.500 9h.1M9 9h.1M13.500 9h.1",
  switch: "m5.500 7 3.500-3.500L12.500 7M5.500 11 9 14.500l3.500-3.500",
  collapse: "M3 3.500h12v11H3zM7 3.500v11M12 7.500 10.500 9l1.500 1.500",
  expand: "M3 3.500h12v11H3zM7 3.500v11M10.500 7.500 12 9l-1.500 1.500",
  sun: "M9 12a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM9 1.800v1.400M9 14.800v1.400M1.800 9h1.400M14.800 9h1.400M3.900 3.900l1 1M13.100 13.100l1 1M3.900 14.100l1-1M13.100 4.900l1-1",
  moon: "M14.800 10.600A6.300 6.300 0 0 1 7.400 3.200a6.300 6.300 0 1 0 7.400 7.400z",
  screen: "M2.500 3.500h13v9h-13zM6.500 15.500h5M9 12.500v3",
  calendar: "M3 4.500h12v10.500H3zM3 8h12M6 2.500v3M12 2.500v3",
  more: "m6.500 4 5 5-5 5",
  help: "M9 16A7 7 0 1 0 9 2a7 7 0 0 0 0 14zM7 7.200a2 2 0 1 1 2.700 1.900c-.500.200-.700.600-.700 1.100M9 12.800v.1",
  grip: "M6.500 4.500h.1M11.500 4.500h.1M6.500 9h.1M11.500 9h.1M6.500 13.500h.1M11.500 13.500h.1",
  edit: "M3.500 14.500v-3l8-8 3 3-8 8zM9.500 5.500l3 3",
  trash: "M3.500 5h11M7 5V3h4v2M5 5l.700 10h6.600L13 5",
  external: "M10.500 3.500h4v4M14.500 3.500 8.500 9.500M7 4.500H3.500v10h10V11",
  filter: "M2.500 4.500h13M5 9h8M7.500 13.500h3",
  status: "M2.500 4h13v10h-13zM2.500 7.500h13M5.500 10.500h3",
  reports: "M4 2.500h7l3 3v10H4zM11 2.500v3h3M6.500 12.500V10M9 12.500V8M11.500 12.500v-1.500",
  maintenance:
    "M11.500 2.800a3.800 3.800 0 0 0-3.500 5.200l-5 5a1.400 1.400 0 0 0 2 2l5-5a3.800 3.800 0 0 0 5.200-4.500L13 7.500 10.500 5l2-2z",
} as const

export type IconName = keyof typeof paths

/** Decorative; a button without text needs its own label. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg className="icon" viewBox="0 0 18 18" width={size} height={size} aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
    <rect width="32" height="32" rx="8" className="mark-ground" />
    <path d="M12.200 26 14 13h4l1.800 13zM13.200 11.500V8.500L16 6l2.800 2.500v3z" fill="#fff" />
    <path
      d="M20.500 9.200 27 6.600v6.600l-6.500-2.600zM11.500 9.200 5 6.600v6.600l6.500-2.600z"
      fill="#fff"
      opacity=".6"
    />
  </svg>
)
