import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { Snackbar } from '../kit/notifier';
import { LayoutProvider } from '../preferences/layout-context';
import { ThemeProvider } from '../theme/theme-provider';
import { createApolloClient } from './apollo/client';
import { createConsoleRouter } from './router';

const apollo = createApolloClient();
const router = createConsoleRouter();

/** The console: providers around the router. */
export function App() {
  return (
    <StrictMode>
      <ApolloProvider client={apollo}>
        <LayoutProvider>
          <ThemeProvider>
            <RouterProvider router={router} />
            <Snackbar />
          </ThemeProvider>
        </LayoutProvider>
      </ApolloProvider>
    </StrictMode>
  );
}
