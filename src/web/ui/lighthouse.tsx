import "./lighthouse.css"

/** Line drawing of the logo, for empty states. */
export const Lighthouse = () => (
  <svg className="lighthouse" viewBox="0 0 160 96" width={160} height={96} aria-hidden="true">
    <path className="lighthouse-beam" d="M88 24 150 6v40L88 30zM72 24 10 6v40l62-16z" />
    <path d="M70 84 74 38h12l4 46M72.500 56h15M71 70h18M72 38h16M75 38V22h10v16M73 22h14M75 22l5-7 5 7M80 15v-4" />
    <path d="M8 88q6-5 12 0t12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0 12 0" />
    <circle cx="80" cy="29" r="2.500" className="lighthouse-lamp" />
  </svg>
)
