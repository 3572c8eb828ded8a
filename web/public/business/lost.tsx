import { Message } from '../../message.tsx'

/** Shown instead of a page that cannot be drawn. */
export const Lost = () => (
  <Message title="Negocio no encontrado">
    Revisa la dirección: puede estar mal escrita, o el negocio ya no recibe reservas por aquí.
  </Message>
)
