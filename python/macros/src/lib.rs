//! `#[catch_panics]`: the functions of the Python package raise an exception of ours where they would panic.
//!
//! PyO3 turns a panic into its `PanicException`, which `except Exception` does not catch, and has no hook for another one.

use proc_macro::TokenStream;
use quote::ToTokens;
use syn::{Block, Error, ImplItem, Item, ReturnType, Signature, Type, parse_quote};

/// Put above `#[pyfunction]`, `#[pymethods]` or an implementation of `FromPyObject`: a panic of a function there becomes the
/// error that `crate::panics` makes of it.
///
/// What does not return a `PyResult` returns one afterwards.
#[proc_macro_attribute]
pub fn catch_panics(_: TokenStream, item: TokenStream) -> TokenStream {
    rewrite(item.into()).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn rewrite(item: proc_macro2::TokenStream) -> syn::Result<proc_macro2::TokenStream> {
    match syn::parse2(item)? {
        Item::Fn(mut function) => {
            catch(&mut function.sig, &mut function.block);
            Ok(function.into_token_stream())
        }
        Item::Impl(mut methods) => {
            for item in &mut methods.items {
                if let ImplItem::Fn(method) = item {
                    catch(&mut method.sig, &mut method.block);
                }
            }
            Ok(methods.into_token_stream())
        }
        other => Err(Error::new_spanned(other, "expected a function or an implementation")),
    }
}

/// Puts the body of a function into a closure, which `crate::panics` calls.
fn catch(signature: &mut Signature, block: &mut Block) {
    let value: Type = match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, value) => Type::clone(value),
    };
    let body = &*block;
    if is_result(&value) {
        *block = parse_quote!({ crate::panics::caught(|| -> #value #body) });
    } else {
        *block = parse_quote!({ crate::panics::caught_value(|| -> #value #body) });
        signature.output = parse_quote!(-> ::pyo3::PyResult<#value>);
    }
}

fn is_result(value: &Type) -> bool {
    matches!(value, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "PyResult"))
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    /// The text of an item, without differences of spaces.
    fn text(item: proc_macro2::TokenStream) -> String {
        syn::parse2::<Item>(item).unwrap().into_token_stream().to_string()
    }

    #[test]
    fn a_result_stays_one() {
        let made = rewrite(quote! {
            #[pyfunction]
            fn half(number: u8) -> PyResult<u8> { Ok(number / 2) }
        })
        .unwrap();
        let expected = quote! {
            #[pyfunction]
            fn half(number: u8) -> PyResult<u8> {
                crate::panics::caught(|| -> PyResult<u8> { Ok(number / 2) })
            }
        };
        assert_eq!(text(made), text(expected));
    }

    #[test]
    fn a_value_becomes_a_result_and_what_is_no_function_stays() {
        let made = rewrite(quote! {
            #[pymethods]
            impl Game {
                #[classattr]
                const PLIES: u32 = 4;

                fn len(&self) -> usize { self.0 }
                fn clear(&mut self) { self.0 = 0; }
            }
        })
        .unwrap();
        let expected = quote! {
            #[pymethods]
            impl Game {
                #[classattr]
                const PLIES: u32 = 4;

                fn len(&self) -> ::pyo3::PyResult<usize> {
                    crate::panics::caught_value(|| -> usize { self.0 })
                }
                fn clear(&mut self) -> ::pyo3::PyResult<()> {
                    crate::panics::caught_value(|| -> () { self.0 = 0; })
                }
            }
        };
        assert_eq!(text(made), text(expected));
    }

    #[test]
    fn other_items_are_refused() {
        let error = rewrite(quote! { struct Game; }).unwrap_err();
        assert_eq!(error.to_string(), "expected a function or an implementation");
    }
}
