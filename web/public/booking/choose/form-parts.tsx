import { hiddenFields } from '../../business/address.ts'
import { ContactLine } from '../../business/contact.tsx'
import type { Business, Choice } from '../../business/types.ts'

/** The service with what was chosen of it. */
export const optionsOf = ({ service, variant, addons }: Choice): Choice => ({
  service: service!,
  ...(variant && { variant }),
  ...(addons && { addons }),
})

/** The earlier choices as hidden fields, for a form that asks for the next one. */
export const Hidden = ({ choice }: { choice: Choice }) =>
  hiddenFields(choice).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** Submits a choice where no script does. */
export const NextButton = ({ children }: { children: string }) => (
  <noscript>
    <button className="btn btn-2 btn-block send-choice">{children}</button>
  </noscript>
)

/** In place of what there is to choose, with whom to call. */
export const Nothing = ({ text, business }: { text: string; business: Business }) => (
  <div className="nothing">
    <p>{text}</p>
    <p className="small muted">
      <ContactLine business={business} />
    </p>
  </div>
)
