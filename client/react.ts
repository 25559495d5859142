// React is a script of its own, which `boot.ts` loads first, so that browsers evaluate it in a separate task.
import 'react-dom/client'
