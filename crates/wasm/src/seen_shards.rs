//! What was seen before, in files that never change: the bindings of [`NewShards`](twinprint::seen::NewShards).

use std::collections::BTreeMap;

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

use super::answered::refusal;
use super::seen::Seen;
use super::thrown;
use twinprint::Error;
use twinprint::index::FileEntry;
use twinprint::index::service::Refusal;
use twinprint::seen::{NewShards, SeenDocuments, ShardsManifest};

#[wasm_bindgen]
extern "C" {
    /// New shards as an object.
    #[wasm_bindgen(typescript_type = "SeenInShards")]
    pub type SeenInShards;
}

/// The files of shards, as they come.
#[wasm_bindgen]
pub struct ShardFiles {
    manifest: ShardsManifest,
    /// By their names, as often as each came: shards may have one in common, such as the times of documents of one second.
    files: BTreeMap<String, Vec<Vec<u8>>>,
}

#[wasm_bindgen]
impl ShardFiles {
    /// Of the shards of a manifest.
    #[wasm_bindgen(constructor)]
    pub fn new(manifest: &str) -> Result<ShardFiles, JsValue> {
        let manifest = ShardsManifest::from_json(manifest.as_bytes()).map_err(thrown)?;
        Ok(ShardFiles { manifest, files: BTreeMap::new() })
    }

    /// The names of all files, of each shard its own: one that two have is there twice, and is to be supplied twice.
    pub fn names(&self) -> Vec<String> {
        self.manifest.files().map(|file| file.name.clone()).collect()
    }

    /// Takes a file. Throws where it is not what the manifest says.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), JsValue> {
        let other = || refusal(Refusal::unavailable(name, "no shard has such a file"));
        self.manifest
            .files()
            .find(|file| file.name == name)
            .ok_or_else(other)?
            .check(&bytes)
            .map_err(thrown)?;
        self.files.entry(name.into()).or_default().push(bytes);
        Ok(())
    }
}

#[wasm_bindgen]
impl Seen {
    /// Begins with documents in shards, whose files are all there.
    pub fn begin_with(&mut self, mut shards: ShardFiles) -> Result<(), JsValue> {
        let missing =
            |file: &FileEntry| Error::BadIndex { file: file.name.clone(), problem: "it is not there".into() };
        let file = |file: &FileEntry| {
            shards.files.get_mut(&file.name).and_then(Vec::pop).ok_or_else(|| missing(file))
        };
        self.documents = SeenDocuments::of_shards(self.design, shards.manifest, file).map_err(thrown)?;
        Ok(())
    }

    /// How many documents' numbers stand in no shard.
    #[wasm_bindgen(getter)]
    pub fn unsharded(&self) -> f64 {
        self.documents.unsharded() as f64
    }

    /// All documents in shards: the manifest, and the files of it that are new. Nothing changes here.
    pub fn in_shards(&self) -> Result<SeenInShards, JsValue> {
        let NewShards { manifest, files, .. } = self.documents.in_shards().map_err(thrown)?;
        let files = files.iter().map(|(entry, bytes)| {
            let file = Object::new();
            Reflect::set(&file, &"name".into(), &(&*entry.name).into())?;
            Reflect::set(&file, &"bytes".into(), &Uint8Array::from(&**bytes))?;
            Ok::<_, JsValue>(file)
        });
        let object = Object::new();
        let names = manifest.files().map(|file| JsValue::from_str(&file.name)).collect::<Array>();
        Reflect::set(&object, &"manifest".into(), &(&*String::from_utf8_lossy(&manifest.to_json())).into())?;
        Reflect::set(&object, &"names".into(), &names)?;
        let files: Array = files.collect::<Result<_, JsValue>>()?;
        Reflect::set(&object, &"files".into(), &files)?;
        Ok(object.unchecked_into())
    }
}
