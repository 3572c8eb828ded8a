import { Message } from '../../message.tsx'

/** Shown instead of the page of a business that is not there. */
export const Lost = () => (
  <Message title="Negocio no encontrado">
    Revisa la dirección: puede estar mal escrita, o el negocio ya no recibe reservas por aquí.
  </Message>
)

/** Shown instead of a page that cannot be drawn, though there is the business. */
export const Broken = () => (
  <Message title="Algo salió mal">
    Tuvimos un problema al mostrar esta página. Recárgala para seguir: una cita que ya quedó confirmada sigue
    en pie.
  </Message>
)
