import { Toasts as Drawn } from "../theme/Toasts";
import { useServices } from "./services";
import { useWatched } from "./useWatched";

export function ToastList() {
  const { toasts } = useServices();
  const shown = useWatched(toasts, () => toasts.current);
  return <Drawn toasts={shown} onClose={(id) => toasts.dismiss(id)} />;
}
